// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/start/examples.h"
#include "ui/start/recent_facts.h"

#include <QScrollArea>

class QAbstractButton;
class QCheckBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class StartCard;

/// What a window without a schedule greets with: examples with their pictures, the files that were open last,
/// and a place to drop others. Everything is a button, in the order in which it is read.
class StartPage : public QScrollArea
{
    Q_OBJECT

public:
    /// `recent`: paths, newest first.
    StartPage(const QStringList& recent, bool isShownAtStart, QWidget* parent);

    /// The first thing to press.
    [[nodiscard]] QPushButton* newButton() const { return m_new; }
    [[nodiscard]] const std::vector<StartCard*>& examples() const { return m_examples; }
    [[nodiscard]] const std::vector<StartCard*>& recent() const { return m_recent; }
    /// Pictures and dates come a moment after the page.
    [[nodiscard]] bool isComplete() const { return !m_pictures.isRunning() && !m_facts.isRunning(); }

signals:
    void newAsked();
    void openAsked();
    void profilesAsked();
    void runsAsked(); ///< two runs, to be compared
    void exampleAsked(const bubblescope::ScheduleRequest& request);
    void fileAsked(const QString& path);
    void shownAtStartChanged(bool shown);
    void closeAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHeader(QVBoxLayout& layout);
    void makeColumns(QVBoxLayout& layout, const QStringList& recent);
    void makeExamples();
    void makeRecent(const QStringList& recent);
    void makeFoot(QVBoxLayout& layout, bool isShownAtStart);
    void arrange();
    void takePictures(const std::vector<ExamplePicture>& pictures);
    void takeFacts(const std::vector<RecentFacts>& facts);

    QWidget* m_column;
    QWidget* m_examplesBox = nullptr;
    QWidget* m_recentBox = nullptr;
    QGridLayout* m_columns = nullptr;
    QGridLayout* m_grid = nullptr;
    QPushButton* m_new = nullptr;
    QBoxLayout* m_header = nullptr; ///< buttons beside the name, or under it
    std::vector<StartCard*> m_examples, m_recent;
    int m_across = 0; ///< examples in a row
    LatestJob<std::vector<ExamplePicture>> m_pictures;
    LatestJob<std::vector<RecentFacts>> m_facts;
};

} // namespace bubblescope::ui
