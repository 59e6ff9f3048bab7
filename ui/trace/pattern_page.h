// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/name_preview.h"
#include "ui/jobs/latest_job.h"
#include "ui/trace/trace_session.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

/// The user's expressions for names of records, a field each, with what each finds in the open profiles: told
/// while it is written. Return, or leaving the field, has the profiles read with them.
class PatternPage : public QWidget
{
    Q_OBJECT

public:
    /// `session` has to stay.
    explicit PatternPage(TraceSession& session, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* field(int row) const;
    /// Under the field: "352 of 1,204 records match: …", or what is wrong where.
    [[nodiscard]] QString textUnder(int row) const;
    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    void addRow(const QString& expression);

private:
    struct Row
    {
        QWidget* box = nullptr;
        QLineEdit* field = nullptr;
        QLabel* said = nullptr;
    };
    using Previews = std::vector<std::optional<Result<PatternPreview>>>;
    [[nodiscard]] QStringList expressions() const;
    /// The session's, in place of what stands there.
    void takePatterns();
    void remove(QWidget* box);
    void commit();
    void preview();
    void show(const Previews& previews);

    TraceSession& m_session;
    std::vector<Row> m_rows;
    QVBoxLayout* m_list;
    QTimer m_rest; ///< until typing rests
    LatestJob<Previews> m_job;
};

} // namespace bubblescope::ui
