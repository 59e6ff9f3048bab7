// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace bubblescope::ui {

/// Asks where to save. The filters are the formats that there are: the file's ending follows the chosen one,
/// and one of them that is typed stays. So the dialog asks about the very file that would be replaced.
class SaveDialog : public QFileDialog
{
    Q_OBJECT

public:
    /// `filters`, as "PNG picture (*.png)"; the one of the suggested file's ending is chosen first.
    SaveDialog(QWidget* parent, const QString& title, const QString& suggested, const QStringList& filters);

    /// The ending of that filter, without its dot: "trace.json".
    [[nodiscard]] static QString endingOfFilter(const QString& filter);

public slots:
    void accept() override;

private:
    /// Of the formats' endings the one that a name has; empty for none.
    [[nodiscard]] QString endingIn(const QString& name) const;
    void takeFilter(const QString& filter);
    /// What is typed or chosen, as it is written.
    [[nodiscard]] QString name() const;

    QStringList m_endings;
    QString m_ending; ///< of the chosen filter
};

/// The path to save to; empty = cancelled.
[[nodiscard]] QString askSavePath(QWidget* parent, const QString& title, const QString& suggested,
                                  const QStringList& filters);

} // namespace bubblescope::ui
