// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/search/search.h"
#include "ui/jobs/latest_job.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

namespace bubblescope::ui {

/// The best schedule of a search as a picture: ranks, ruler, legend, and what they hold under the lanes. It
/// is drawn on a worker, a few times a second at most, and the one before stays until then. Of more ranks
/// than there is room for, evenly spread ones are shown.
class FoundPicture : public QWidget
{
    Q_OBJECT

public:
    explicit FoundPicture(QWidget* parent = nullptr);

    /// Null for none.
    void setFound(const FoundSchedulePtr& found);
    /// What stands there while nothing is found.
    void setEmptyText(const QString& text);
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }
    /// What is drawn now; null while nothing is.
    [[nodiscard]] const FoundSchedulePtr& drawn() const { return m_drawn.found; }
    /// What is shown is what was set last, in the present size and theme.
    [[nodiscard]] bool isUpToDate() const { return !m_isStale && !m_job.isRunning(); }

    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 160}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// With what takes long to make of it.
    struct Drawn
    {
        FoundSchedulePtr found;
        LaneIndexPtr index;
        MemoryCurvesPtr memory;
        QImage image;
    };
    void renewSoon();
    void renew();
    static Drawn draw(Drawn from, QSize size, double ratio, ThemeName theme);

    FoundSchedulePtr m_found;
    Drawn m_drawn;
    QString m_emptyText;
    bool m_isStale = false;
    QTimer m_rest; ///< between two pictures
    LatestJob<Drawn> m_job;
};

} // namespace bubblescope::ui
